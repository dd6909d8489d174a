// Loaded before a program, so that it runs as somebody to whom the home does not belong.
process.setgid(65534);
process.setuid(65534);
