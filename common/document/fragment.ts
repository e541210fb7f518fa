/** The Yjs fragment that holds the body of every document; a page's title is a plain column. */
export const bodyFragment = 'default'
