/** Why nothing was read or delivered: a matter of that address, and nothing that is wrong here. */
export class Unreadable extends Error {}
