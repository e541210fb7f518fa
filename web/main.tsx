import '@fontsource-variable/inter'
import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { DataRouter } from 'react-router'
import './locales/i18n.ts'
import { watchTheme } from './ui/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
watchTheme()
createRoot(root).render(<StrictMode>{await firstScreen()}</StrictMode>)

async function firstScreen() {
  if (import.meta.env.DEV && location.pathname === '/ui') {
    const { Gallery } = await import('./gallery/Gallery.tsx')
    return <Gallery />
  }
  const [load] = Object.values(import.meta.glob<{ router: DataRouter }>('./routes.tsx'))
  if (!load) throw new Error('web/routes.tsx is missing')
  const [{ RouterProvider }, { router }] = await Promise.all([import('react-router/dom'), load()])
  return <RouterProvider router={router} />
}
