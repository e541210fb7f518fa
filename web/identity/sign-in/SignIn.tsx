import { Entrance } from './Entrance.tsx'

export function SignIn() {
  return <Entrance key="sign-in" page="sign-in" />
}
