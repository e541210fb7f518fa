/** Returns the path of a public page. Without `pageId`, it leads to the page at the top of the link. */
export function publishedPagePath(anchor: string, pageId?: string): string {
  return `/spaces/pages/${anchor}${pageId === undefined ? '' : `/${pageId}`}`
}

/** Returns the path of the event stream that notifies browsers of changes to the public page they show. */
export function publishedPageEventsPath(anchor: string): string {
  return `${publishedPagePath(anchor)}/events`
}
