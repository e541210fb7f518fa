import { Provider } from 'jotai'
import { Outlet } from 'react-router'
import { store } from '../app/sync.ts'
import { UiProvider } from '../ui/UiProvider.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'

/** The root of all screens. */
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
