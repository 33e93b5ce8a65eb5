import { setOperatorMark } from '#contract/operators/endpoints'
import { jpeg } from '#contract/shapes'
import { call } from '#lib/api'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { Form } from '#ui/form'
import { Card } from '#ui/page'
import { PhotoField } from '#ui/photo-field'
import { CompanyLogo } from '#ui/pictures/company-logo'
import { useState } from 'react'
import * as z from 'zod/mini'

/** Uploads an operator's logo, which travellers then see instead of its initials. */
export function OperatorLogoForm({ name }: { name: string }) {
  const [mark, setMark] = useState('')
  const [logo, setLogo] = useState<string>()
  const { submit, isSending, errors, error } = useForm(z.strictObject({ mark: jpeg }), {
    draft: { value: { mark } },
    read: (values) => values,
    faults: (values) => (values.mark === '' ? { mark: 'Choose a picture.' } : {}),
    send: (input, key) => call(setOperatorMark, input, { key }),
    done: (answer) => {
      setMark('')
      setLogo(answer.logo)
    },
  })
  return (
    <Card label="Your logo">
      <h2>Your logo</h2>
      <p>It is shown beside your name. Without one, travellers see your initials.</p>
      {logo !== undefined && (
        <p role="status">
          <CompanyLogo name={name} logo={logo} /> Saved. Travellers see it from now on.
        </p>
      )}
      <Form
        onSubmit={submit}
        error={error}
        action={
          <Button type="submit" kind="primary" busy={isSending}>
            Save
          </Button>
        }
      >
        <PhotoField
          label="Picture"
          hint="Square looks best"
          value={mark}
          error={errors['mark']}
          onChange={setMark}
        />
      </Form>
    </Card>
  )
}
