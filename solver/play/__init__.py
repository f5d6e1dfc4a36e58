"""Rounds dealt and played by simulated players: the record from any seat, together with the truth."""

from solver.play.players import Player, RandomPlayer
from solver.play.rounds import Notes, Round
from solver.play.simulation import simulate

__all__ = ["Notes", "Player", "RandomPlayer", "Round", "simulate"]
