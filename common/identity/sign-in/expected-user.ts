/**
 * Name of a request header with the id of the user for whom the tab was loaded. All tabs share one session cookie,
 * so a tab could otherwise send requests as another user who signed in later. If the header does not match the
 * user of the session, the request is rejected as `unauthenticated`. Requests without the header are not checked.
 */
export const expectedUserHeader = 'x-user-id'
/**
 * Query parameter of document sockets with the same meaning as `expectedUserHeader`, because browsers cannot
 * set headers on sockets.
 */
export const expectedUserParam = 'user'
