import { Entrance } from './Entrance.tsx'

export function SignUp() {
  return <Entrance key="sign-up" page="sign-up" />
}
