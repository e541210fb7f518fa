import type { Plugin, Rolldown } from 'vite'

/** Modules whose chunks few people need. Together they are larger than the rest of the client. */
const rare = /\/node_modules\/(highlight\.js|pdfjs-dist|katex|mermaid)\/|virtual:(emoji|locales\/)/

/**
 * Writes `offline-files.json`, the list of files that the service worker stores. With these files, every screen
 * opens without a network. In addition, each tab passes on the files that it has already loaded, such as the texts
 * of its language.
 */
export function offlineFilesPlugin(): Plugin {
  return {
    name: 'tandem:offline-files',
    apply: 'build',
    generateBundle: {
      // Must run after Vite, which removes empty chunks in the same hook.
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle)
          .filter(isNeeded)
          .map(({ fileName }) => `/${fileName}`)
        this.emitFile({ type: 'asset', fileName: 'offline-files.json', source: JSON.stringify(files) })
      },
    },
  }
}

function isNeeded(file: Rolldown.OutputAsset | Rolldown.OutputChunk): boolean {
  if (file.type === 'chunk') return !file.moduleIds.some((id) => rare.test(id))
  return /^assets\/(?!katex).*\.css$/.test(file.fileName)
}
