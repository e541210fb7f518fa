/** Returns the path of a public page. Without `pageId`, the path leads to the page for which the link was created. */
export function publishedPagePath(anchor: string, pageId?: string): string {
  return `/spaces/pages/${anchor}${pageId === undefined ? '' : `/${pageId}`}`
}

/** Returns the path of the event stream that notifies browsers of changes to the public page they show. */
export function publishedPageEventsPath(anchor: string): string {
  return `${publishedPagePath(anchor)}/events`
}
