/** The external address caused the failure, not this server. */
export class Unreadable extends Error {}
