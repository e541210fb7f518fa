/** Bytes of one uploaded file. */
export const fileSizeLimit = 5 * 1024 * 1024
