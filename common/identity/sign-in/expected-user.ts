/**
 * Name of a request header with the id of the user for whom the client was loaded. All tabs use one session
 * cookie, so an open tab could send requests as a user who signed in later. Such a request is rejected as
 * `unauthenticated`. Without the header, the user of the session acts.
 */
export const expectedUserHeader = 'x-user-id'
/**
 * Query parameter of document sockets with the same meaning as `expectedUserHeader`, because browsers cannot
 * set headers on sockets.
 */
export const expectedUserParam = 'user'
