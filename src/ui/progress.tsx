import { Progress as MantineProgress } from '@mantine/core'
import own from './mantine-controls.module.css'

/** A progress bar. Without a label it is only visual. */
export function Progress({ value, max, label }: { value: number; max: number; label?: string }) {
  const share = max > 0 ? Math.min(100, Math.round((value / max) * 100)) : 0
  return (
    <MantineProgress
      value={share}
      {...(label === undefined ? { 'aria-hidden': true } : { 'aria-label': label })}
      classNames={{ root: own.track ?? '', section: own.part ?? '' }}
    />
  )
}
