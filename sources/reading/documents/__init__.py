"""Reading documents that are no page of text: PDF, Word, Excel, e-books and tables.

What libraries open runs in a process of its own with limits (`isolated`); the pure parts turn what
comes back into pieces, or into the simple page it would be.
"""
