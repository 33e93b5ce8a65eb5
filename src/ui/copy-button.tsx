import { showToast } from '#lib/toast'
import { Button } from './button.tsx'

/**
 * A button that copies `text` to the clipboard and confirms it. `name`: the name of the text, such as “account number”.
 * `brief`: for a button beside the text, which displays only “Copy”.
 */
export function CopyButton({
  name,
  text,
  brief = false,
}: {
  name: string
  text: string
  brief?: boolean
}) {
  return (
    <Button
      kind={brief ? 'quiet' : 'plain'}
      aria-label={`Copy ${name}`}
      onClick={() => void copy(name, text)}
    >
      {brief ? 'Copy' : `Copy ${name}`}
    </Button>
  )
}

async function copy(name: string, text: string): Promise<void> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  showToast(
    isCopied ? `The ${name} is copied.` : `This browser cannot copy. Write the ${name} down.`,
  )
}
