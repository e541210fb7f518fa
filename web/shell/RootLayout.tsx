import { Provider } from 'jotai'
import { Outlet } from 'react-router'
import { store } from '../app/sync.ts'
import { UiProvider } from '../ui/UiProvider.tsx'

/** What every screen stands in. */
export function RootLayout() {
  return (
    <Provider store={store}>
      <UiProvider>
        <Outlet />
      </UiProvider>
    </Provider>
  )
}
