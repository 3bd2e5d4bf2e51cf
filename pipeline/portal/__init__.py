"""The portal as a set of processes: database, web server, background workers."""
