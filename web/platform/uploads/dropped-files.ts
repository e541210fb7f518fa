/** Returns whether files are dragged or pasted, not text. */
export function containsFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false
}

/** Returns the dropped or pasted files without folders, which cannot be uploaded. */
export function getFilesFromDataTransfer(data: DataTransfer | null): File[] {
  const entries = [...(data?.items ?? [])].filter(({ kind }) => kind === 'file')
  return entries.flatMap((entry) =>
    entry.webkitGetAsEntry?.()?.isDirectory ? [] : (entry.getAsFile() ?? []),
  )
}
