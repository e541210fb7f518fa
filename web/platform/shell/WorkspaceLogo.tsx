import { Logo } from '../ui/Logo.tsx'
import { resizedPictureUrl } from '../ui/resized-picture-url.ts'

interface WorkspaceLogoProps {
  logo: string | null | undefined
  /** The width and height in pixels. */
  size?: number
}

/** The logo of a workspace, or the logo of Tandem if the workspace has no logo. */
export function WorkspaceLogo({ logo, size = 22 }: WorkspaceLogoProps) {
  if (!logo) return <Logo tile size={size} />
  return (
    <img
      src={resizedPictureUrl(logo, 128)}
      alt=""
      style={{ width: size, height: size, borderRadius: size * 0.27 }}
      className="shrink-0 object-cover"
    />
  )
}
