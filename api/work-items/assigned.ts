interface People {
  assignee_ids: string[]
  subscriber_ids: string[]
}

/** Whoever comes to be assigned follows the item; who goes on following it afterwards is theirs to say. */
export function assigned(before: People, assignee_ids: string[]): People {
  const came = assignee_ids.filter((id) => !before.assignee_ids.includes(id))
  return { assignee_ids, subscriber_ids: [...new Set([...before.subscriber_ids, ...came])] }
}
