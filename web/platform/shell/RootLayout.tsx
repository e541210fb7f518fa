import { Provider } from 'jotai'
import { Outlet } from 'react-router'
import { store } from '../app/sync.ts'
import { UiProvider } from '../ui/UiProvider.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'

/** What every screen stands in. */
export function RootLayout() {
  return (
    <Provider store={store}>
      <UiProvider>
        <Outlet />
        <UnsavedGuard />
      </UiProvider>
    </Provider>
  )
}
