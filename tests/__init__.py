"""Tests of bosscat; the folders mirror the rooms of the package."""
