"""Assistants to test Caudals on: they answer questions over HTTP from a folder of pages."""
