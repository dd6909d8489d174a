// Loaded before a program, so that it runs as a user who does not own the home.
process.setgid(65534);
process.setuid(65534);
