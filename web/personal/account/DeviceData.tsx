import { Trash2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { isDeviceDataOn, setDeviceDataOn } from '../../platform/app/signed-in-user.ts'
import { clearStoredData, measureStoredAnswers } from '../../platform/app/sync.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { Switch } from '../../platform/ui/Switch.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { formatFileSize } from '../../platform/uploads/file-size.ts'

/** Settings of the data that this browser stores, with their size. */
export function DeviceData() {
  const { t } = useTranslation()
  const [isOn, setOn] = useState(isDeviceDataOn)
  const [isAsking, setAsking] = useState(false)
  /** The stored bytes. Undefined while they are counted, and null if the browser cannot store data. */
  const [bytes, setBytes] = useState<number | null | undefined>(undefined)
  const measure = useCallback(async () => setBytes(await measureStoredAnswers()), [])
  useEffect(() => void measure(), [measure])

  async function clear() {
    await clearStoredData()
    await measure()
  }

  function choose(on: boolean) {
    setDeviceDataOn(on)
    setOn(on)
    void (on ? measure() : clear())
  }

  const status =
    bytes === undefined ? (
      <Skeleton className="w-24" />
    ) : bytes === null ? (
      t('security.deviceData.unavailable')
    ) : isOn ? (
      t('security.deviceData.size', { size: formatFileSize(bytes) })
    ) : (
      t('security.deviceData.off')
    )
  return (
    <SettingsSection title={t('security.deviceData.title')} text={t('security.deviceData.text')}>
      <Switch checked={isOn} onChange={choose} hint={status}>
        {t('security.deviceData.store')}
      </Switch>
      {isOn && bytes !== null && (
        <Button className="self-start" icon={<Trash2 />} onClick={() => setAsking(true)}>
          {t('security.deviceData.clear')}
        </Button>
      )}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('security.deviceData.clearTitle')}
        text={t('security.deviceData.clearText')}
        confirmLabel={t('security.deviceData.clear')}
        danger
        onConfirm={async () => {
          await clear()
          toast.ok(t('security.deviceData.cleared'))
        }}
      />
    </SettingsSection>
  )
}
