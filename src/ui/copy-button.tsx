import { toast } from '#lib/toast'
import { Button } from './button.tsx'

/** Copies `text` to the clipboard and says so; `name` is what it is called: “account number”. */
export function CopyButton({
  name,
  text,
  label = 'Copy',
}: {
  name: string
  text: string
  label?: string
}) {
  return (
    <Button
      kind={label === 'Copy' ? 'quiet' : 'plain'}
      aria-label={label === 'Copy' ? `Copy ${name}` : undefined}
      onClick={() => void copy(name, text)}
    >
      {label}
    </Button>
  )
}

async function copy(name: string, text: string): Promise<void> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  toast(isCopied ? `The ${name} is copied.` : `This browser cannot copy. Write the ${name} down.`)
}
