/** Loads the drag library, which the bundler puts into separate chunks. */
async function load() {
  const [{ combine }, adapter, { autoScrollForElements }, { attachClosestEdge, extractClosestEdge }] =
    await Promise.all([
      import('@atlaskit/pragmatic-drag-and-drop/combine'),
      import('@atlaskit/pragmatic-drag-and-drop/element/adapter'),
      import('@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'),
      import('@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'),
    ])
  const { draggable, dropTargetForElements, monitorForElements } = adapter
  return {
    combine,
    draggable,
    dropTargetForElements,
    monitorForElements,
    autoScrollForElements,
    attachClosestEdge,
    extractClosestEdge,
  }
}

type Library = Awaited<ReturnType<typeof load>>

let loadedLibrary: Library | undefined
let coming: Promise<Library> | undefined

/**
 * Calls `register` as soon as the drag library is loaded, without blocking the screen. The returned function
 * ends the registration.
 */
export function withDragLibrary(register: (library: Library) => () => void): () => void {
  if (loadedLibrary !== undefined) return register(loadedLibrary)
  let isOver = false
  let end: (() => void) | undefined
  coming ??= load().then((library) => {
    loadedLibrary = library
    return library
  })
  void coming.then((library) => {
    if (!isOver) end = register(library)
  })
  return () => {
    isOver = true
    end?.()
  }
}
