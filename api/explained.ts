/** An error that whoever runs the server caused and can correct. Its message is printed without a stack. */
export class Explained extends Error {}
