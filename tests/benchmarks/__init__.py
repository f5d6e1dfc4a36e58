"""Measurements; nothing here is collected as a test."""
