/** Whether files are dragged or pasted, as opposed to text or something of our own. */
export function holdsFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false
}

/** The files among what was dropped or pasted; folders cannot be sent and are left out. */
export function filesIn(data: DataTransfer | null): File[] {
  const entries = [...(data?.items ?? [])].filter(({ kind }) => kind === 'file')
  return entries.flatMap((entry) =>
    entry.webkitGetAsEntry?.()?.isDirectory ? [] : (entry.getAsFile() ?? []),
  )
}
