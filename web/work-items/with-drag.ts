type Library = typeof import('./drag-library.ts')

let here: Library | undefined
/** On its way as soon as a screen with something to drag is, but the screen does not wait for it. */
const coming = import('./drag-library.ts').then((library) => {
  here = library
  return library
})

/** Registers something with the drag library once it is here, until the returned function is called. */
export function withDrag(register: (library: Library) => () => void): () => void {
  if (here !== undefined) return register(here)
  let isOver = false
  let end: (() => void) | undefined
  void coming.then((library) => {
    if (!isOver) end = register(library)
  })
  return () => {
    isOver = true
    end?.()
  }
}
