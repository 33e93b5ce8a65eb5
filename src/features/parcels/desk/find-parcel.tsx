import { FindOperatorParcelsInput } from '#contract/parcels/tracking'
import { Camera, useNewCodeFilter } from '#features/boarding'
import { CallError } from '#lib/api'
import { describeError } from '#lib/api/error'
import { findSchemaErrors, useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { Notice } from '#ui/notice'
import { useEffect, useState } from 'react'
import { readScannedNumber } from './scanned-number.ts'

interface Props {
  /** Whether the camera is paused, as it is while a parcel is open. */
  isPaused: boolean
  /** Opens the parcels with a number. Resolves to false if there are none; rejects if the server does not answer. */
  onFind: (search: string) => Promise<boolean>
}

const nothingFound = 'You carry no parcel with this.'

const noNetwork = 'No network. Only parcels of the list below can be opened.'

/** Finds parcels with the camera, with a scanner that types, or by the number of the waybill or a phone. */
export function FindParcel({ isPaused, onFind }: Props) {
  const [entered, setEntered] = useState('')
  const form = useForm(FindOperatorParcelsInput, {
    draft: { value: entered },
    read: (text) => ({ search: readScannedNumber(text) }),
    send: async ({ search = '' }) => {
      if (await onFind(search)) return setEntered('')
      throw new CallError({ code: 'invalid_input', fields: { search: nothingFound } })
    },
  })
  return (
    <>
      <WaybillCamera isPaused={isPaused} onFind={onFind} />
      <Form
        onSubmit={form.submit}
        error={form.error}
        offline={noNetwork}
        action={
          <Button type="submit" busy={form.isSending}>
            Find
          </Button>
        }
      >
        <TextField
          label="Waybill number or phone"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={entered}
          error={form.errors['search']}
          onChange={setEntered}
        />
      </Form>
    </>
  )
}

/** The camera, and why the last code opened no parcel. */
function WaybillCamera({ isPaused, onFind }: Props) {
  const codes = useNewCodeFilter()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (!isPaused) codes.resume()
  }, [isPaused, codes])
  const scan = async (text: string) => {
    const search = readScannedNumber(text)
    const isNumber =
      Object.keys(findSchemaErrors(FindOperatorParcelsInput, { search })).length === 0
    if (!isNumber) return 'This is not the code of a waybill.'
    try {
      return (await onFind(search)) ? undefined : nothingFound
    } catch (error) {
      return error instanceof Error ? describeError(error, noNetwork) : undefined
    }
  }
  return (
    <>
      <Camera
        reads="waybills"
        paused={isPaused}
        onText={(text) => {
          if (codes.isNew(text)) void scan(text).then(setProblem)
        }}
      />
      {problem !== undefined && <Notice tone="warning" live="assertive" title={problem} />}
    </>
  )
}
