import { AlignCenter, AlignLeft, AlignRight } from 'lucide-react'

export const alignmentIcons = { left: <AlignLeft />, center: <AlignCenter />, right: <AlignRight /> }
