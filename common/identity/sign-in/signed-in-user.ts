/**
 * Name of a cookie with the id of the user who is signed in in this browser. Scripts can read this cookie, so that the
 * client shows stored data of this user before the server answers, and never the data of an earlier user. The server
 * does not trust the cookie.
 */
export const signedInUserCookie = 'signed-in-user'
