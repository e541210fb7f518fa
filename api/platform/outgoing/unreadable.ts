/** Thrown when an external address caused a failure that this server cannot correct. */
export class ExternalResourceUnreadable extends Error {}
