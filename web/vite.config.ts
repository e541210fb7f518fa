import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callsPlugin } from './calls-plugin.ts'
import { compressPlugin } from './compress-plugin.ts'
import { emojiPlugin } from './emoji-plugin.ts'
import { mermaidPlugin } from './mermaid-plugin.ts'
import { sonnerStylePlugin } from './sonner-style-plugin.ts'

const server = `http://127.0.0.1:${process.env['PORT'] || 3000}`

/** `Features.DirSelector` of Lightning CSS. */
const dirSelector = 4

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    tailwindcss(),
    callsPlugin(),
    emojiPlugin(),
    mermaidPlugin(),
    sonnerStylePlugin(),
    compressPlugin(),
  ],
  // `:dir()` is about the letters of a text and not, as the minifier would have it for older browsers, about its language.
  css: { lightningcss: { exclude: dirSelector } },
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    target: 'es2024',
    // The policy allows no data: fonts or scripts, and small files compress and cache well on their own.
    assetsInlineLimit: 0,
    // The editor is larger than Vite likes, and loads only where one is shown.
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks() },
        // A shared file's own name lists everyone who shares it.
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared~') ? 'shared' : name}-[hash].js`,
      },
    },
  },
  server: {
    strictPort: true,
    proxy: {
      '/api': server,
      // Without a dot: web/identity/sign-in is a folder of modules too.
      '^/auth/[^.]*$': server,
      '/healthz': server,
      '/live': { target: server, ws: true },
      '/documents': { target: server, ws: true },
    },
  },
})

/** What changes rarely or loads late gets a file of its own; everything else follows the lazy routes. */
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
    // Used by the parts and by the editor; in a file with the editor, every menu would load that.
    { name: 'floating', test: /node_modules\/(@floating-ui|use-sync-external-store)\//, priority: 25 },
    // What every screen needs, in one file; what the board needs besides, in another: each file costs a warm open a millisecond.
    // Offsets of time zones are asked for by lists and by the month that is picked from, which must not bring the board along.
    { name: 'start', test: /\/web\/routes\.tsx$|@date-fns\/tz\/tzOffset/, priority: 28 },
    { name: 'board', test: /\/web\/work\/screens\/WorkItems\.tsx$/, priority: 24 },
    { name: 'password', test: /node_modules\/@zxcvbn-ts\//, priority: 20 },
    { name: 'calendar', test: /node_modules\/(react-day-picker|date-fns|@date-fns)\//, priority: 10 },
    // An icon that several files share must not bring along what only one of them needs.
    { name: 'icons', test: /lucide-react/, minShareCount: 4, priority: 8 },
    // What several screens share, in a few files by who shares it instead of one for each small part.
    {
      name: 'shared',
      test: /\/web\/|@base-ui|lucide-react|@atlaskit|@tanstack/,
      minShareCount: 2,
      entriesAware: true,
      // Larger, and small files join large ones that only some of their screens need.
      entriesAwareMergeThreshold: 150,
      priority: 5,
    },
  ]
}
