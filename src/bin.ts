/** The program: starts one face, which is loaded only when it is asked for. */
void import("./faces/cli/main.ts").then(({ main }) => main(process.argv.slice(2)));
