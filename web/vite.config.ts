import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { virtualCallsPlugin } from './calls-plugin.ts'
import { compressPlugin } from './compress-plugin.ts'
import { emojiPlugin } from './emoji-plugin.ts'
import { localesPlugin } from './locales-plugin.ts'
import { mermaidPlugin } from './mermaid-plugin.ts'
import { offlineFilesPlugin } from './offline-files-plugin.ts'
import { sonnerStylePlugin } from './sonner-style-plugin.ts'

const server = `http://127.0.0.1:${process.env['PORT'] || 3000}`

/** The value of `Features.DirSelector` in Lightning CSS. */
const dirSelector = 4

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    tailwindcss(),
    virtualCallsPlugin(),
    emojiPlugin(),
    localesPlugin(),
    mermaidPlugin(),
    sonnerStylePlugin(),
    offlineFilesPlugin(),
    compressPlugin(),
  ],
  // `:dir()` must match the text direction. The minifier would replace `:dir()` by `:lang()` for older
  // browsers.
  css: { lightningcss: { exclude: dirSelector } },
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    target: 'es2024',
    // Small files must not be inlined as data: URLs, because the content security policy blocks such URLs.
    assetsInlineLimit: 0,
    // The chunk of the editor exceeds the default limit for warnings. Only screens with an editor load it.
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks() },
        // The default name of a shared chunk would contain the names of all modules that import it.
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared~') ? 'shared' : name}-[hash].js`,
      },
    },
  },
  server: {
    strictPort: true,
    proxy: {
      '/api': server,
      // Paths with a dot are files, which Vite serves instead of the server.
      '^/auth/[^.]*$': server,
      '^/spaces/pages/[^/]+/events$': server,
      '/healthz': server,
      '/mcp': server,
      '/live': { target: server, ws: true },
      '/documents': { target: server, ws: true },
    },
  },
})

/**
 * Returns the groups of modules that get their own chunk, because they rarely change or are loaded late. All other
 * code is split by the lazy routes.
 */
function chunks() {
  return [
    {
      name: 'react',
      test: /node_modules\/(react|react-dom|scheduler|react-router|jotai|jotai-family|i18next)\//,
      priority: 30,
    },
    { name: 'live', test: /node_modules\/(socket\.io|engine\.io|@socket\.io)/, priority: 30 },
    {
      name: 'editor',
      test: /node_modules\/(@tiptap|prosemirror-|yjs|lib0|y-|@hocuspocus|orderedmap|rope-sequence|w3c-keyname|linkifyjs)/,
      priority: 20,
    },
    // Code of floating elements is used by components and the editor. If it were part of the editor's chunk,
    // every menu would load the editor.
    { name: 'floating', test: /node_modules\/(@floating-ui|use-sync-external-store)\//, priority: 25 },
    // The code that every screen needs is combined into one chunk, and the code of the board into another, because
    // each file delays the start by a millisecond, even if it is in the browser cache. `tzOffset` is in the first
    // chunk, because lists and the date picker need it without the board.
    { name: 'start', test: /\/web\/routes\.tsx$|@date-fns\/tz\/tzOffset/, priority: 28 },
    { name: 'board', test: /\/web\/work\/screens\/WorkItems\.tsx$/, priority: 24 },
    { name: 'password', test: /node_modules\/@zxcvbn-ts\//, priority: 20 },
    { name: 'calendar', test: /node_modules\/(react-day-picker|date-fns|@date-fns)\//, priority: 10 },
    // Shared icons get their own chunk. Otherwise a screen that needs one icon could load code that only
    // another screen needs.
    { name: 'icons', test: /lucide-react/, minShareCount: 4, priority: 8 },
    // Puts modules that the same screens use into one chunk, instead of one chunk per module.
    {
      name: 'shared',
      test: /\/web\/|@base-ui|lucide-react|@atlaskit|@tanstack/,
      minShareCount: 2,
      entriesAware: true,
      // Larger values would merge small chunks into large ones that only some screens need.
      entriesAwareMergeThreshold: 150,
      priority: 5,
    },
  ]
}
