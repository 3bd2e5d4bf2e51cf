"""The page of a report, prepared from its data: all words and charts, nothing left to work out."""
