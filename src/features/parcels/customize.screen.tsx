import { formatKilos } from '#contract/quantities'
import type { ParcelSize } from '#contract/lookups/model'
import {
  computeChargeableGrams,
  maxSideCm,
  maxParcelGrams,
  type ParcelMeasures,
} from '#contract/parcels/price'
import {
  exactSizeOption,
  findChosenSize,
  parseAllMeasures,
  type ParcelLists,
} from '#contract/parcels/choice'
import { findMeasureError } from '#lib/number-errors'
import { QueryResult } from '#ui/query-result'
import { Button, ButtonLink } from '#ui/button'
import { FieldGroup, OptionField } from '#ui/choices'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import { type ParcelData, useParcelDraft } from './parcel-draft.ts'
import { useParcelLists } from './parcel-lists.ts'
import { sendingSteps } from './sending-steps.tsx'
import styles from './sending.module.css'

const head = {
  title: 'Exact size',
  sub: sendingSteps.price,
  back: { to: '/send-parcel', label: 'Send a parcel' },
} as const

/** The form for custom measures, at `/customizeparcel`. It shows which size they are priced as. */
export function ParcelSizeScreen() {
  const lists = useParcelLists()
  return (
    <QueryResult query={lists} {...head}>
      {(known) => <ParcelSizeForm lists={known} />}
    </QueryResult>
  )
}

const fields = [
  ['length', 'Length (cm)'],
  ['width', 'Width (cm)'],
  ['height', 'Height (cm)'],
  ['weight', 'Weight (kg)'],
] as const satisfies [keyof ParcelData, string][]

function ParcelSizeForm({ lists }: { lists: ParcelLists }) {
  const [parcel, change] = useParcelDraft()
  const navigate = useNavigate()
  const formId = useId()
  const measures = parseAllMeasures(parcel)
  const size = findChosenSize({ ...parcel, size: exactSizeOption }, lists)
  return (
    <Page
      {...head}
      under="Packed and closed, at its longest, widest and highest."
      narrow
      bar={
        <Button type="submit" form={formId} kind="primary" wide disabled={size === undefined}>
          Use this size
        </Button>
      }
    >
      <Card>
        <Form
          id={formId}
          onSubmit={() => {
            if (size === undefined) return
            change({ size: exactSizeOption })
            void navigate('/send-parcel')
          }}
        >
          <div className={styles.four}>
            {fields.map(([name, label]) => (
              <TextField
                key={name}
                label={label}
                inputMode="decimal"
                autoComplete="off"
                value={parcel[name]}
                error={findMeasureError(parcel[name])}
                onChange={(text) => change({ [name]: text })}
              />
            ))}
          </div>
          <div className={styles.big}>
            <BoxPicture {...(measures ?? { length_cm: 40, width_cm: 30, height_cm: 20 })} />
          </div>
          <div role="status">
            {measures === undefined ? (
              <p className={styles.soft}>Fill in all four. The bottle is 33 cm tall.</p>
            ) : size === undefined ? (
              <Notice tone="warning" title="Too big for a bus">
                At most {maxSideCm} cm long and {formatKilos(maxParcelGrams)}, also by its volume:
                this counts as {kilos(computeChargeableGrams(measures))}.
              </Notice>
            ) : (
              <p>
                Counts as <b>{size.name.toLowerCase()}</b>
                {computeChargeableGrams(measures) > measures.weight_grams &&
                  `, since by its volume it is as much as ${kilos(computeChargeableGrams(measures))}`}
                .
              </p>
            )}
          </div>
        </Form>
      </Card>
    </Page>
  )
}

const kilos = (grams: number) => formatKilos(Math.ceil(grams / 100) * 100)

/** The sizes with a drawing of what fits, all to one scale. Custom measures are below. */
export function SizePicker({
  sizes,
  parcel,
  counts_as,
  onChoose,
}: {
  sizes: readonly ParcelSize[]
  parcel: ParcelData
  counts_as: ParcelSize | undefined
  onChoose: (size: string) => void
}) {
  const own = parseAllMeasures(parcel)
  const choices = sizes.map((size) => ({
    code: size.code,
    picture: <Picture size={size} />,
    name: size.name,
    hint: size.hint,
    most: sidesOf(size),
  }))
  if (own !== undefined)
    choices.push({
      code: exactSizeOption,
      picture: <BoxPicture {...own} />,
      name: 'Exact size',
      hint: `${formatKilos(own.weight_grams)}, counts as ${counts_as?.name.toLowerCase() ?? 'too big for a bus'}`,
      most: sidesOf(own),
    })
  return (
    <FieldGroup label={<h2>How big is it?</h2>}>
      <p className={styles.soft}>The bottle beside each is 33 cm tall.</p>
      {choices.map(({ code, picture, name, hint, most }) => (
        <OptionField
          key={code}
          name="size"
          value={code}
          checked={parcel.size === code}
          onChoose={() => onChoose(code)}
        >
          {picture}
          <span className={styles.words}>
            <b>{name}</b>
            <span>{hint}</span>
            <small>{most}</small>
          </span>
        </OptionField>
      ))}
      <ButtonLink to="/customizeparcel">
        {own === undefined ? 'Enter exact size' : 'Change exact size'}
      </ButtonLink>
    </FieldGroup>
  )
}

const sidesOf = ({ length_cm, width_cm, height_cm }: Omit<ParcelMeasures, 'weight_grams'>) =>
  `${length_cm} × ${width_cm} × ${height_cm} cm`

/** A water bottle that everybody recognises, in centimetres. */
const bottle = 'M5 100q-4 0-4-4v-18q0-4 3-7v-4h4v4q3 3 3 7v18q0 4-4 4z'

/**
 * The drawing of a well-known object for each size: lines on its box of `w` × `h` centimetres, from the lower left
 * corner.
 */
const shapes: Record<string, (w: number, h: number) => string> = {
  envelope: (w, h) => `m0 ${-h} ${w / 2} ${h * 0.6} ${w / 2} ${-h * 0.6}`,
  small: (w, h) => `m-1 ${-h * 0.7}h${w + 2}`,
  medium: (w, h) => `m${w / 2 - 4} ${-h}v${h * 0.4}h8v${-h * 0.4}`,
  large: (w, h) => `m${w / 2 - 10} ${-h}q0-10 10-10t10 10m-26 ${h}v${-h}m32 0v${h}`,
  sack: (w, h) => `m${w / 2 - 9} ${-h + 12}h18m-24 34h30m-30 10h30`,
}

function Picture({ size }: { size: ParcelSize }) {
  const { code, length_cm, width_cm, height_cm } = size
  // An envelope is drawn from above, a sack upright.
  const [w, h] =
    code === 'envelope'
      ? [length_cm, width_cm]
      : code === 'sack'
        ? [width_cm, length_cm]
        : [length_cm, height_cm]
  return (
    <svg className={styles.picture} viewBox="0 0 96 102" aria-hidden="true">
      <path d={bottle} />
      <rect x="18" y={100 - h} width={w} height={h} rx={code === 'sack' ? 14 : 2} />
      <path d={`M18 100${shapes[code]?.(w, h) ?? ''}`} />
    </svg>
  )
}

/** A box with the custom measures, drawn from its corner, with a bottle for scale. */
function BoxPicture({ length_cm, width_cm, height_cm }: Omit<ParcelMeasures, 'weight_grams'>) {
  const [l, w, h] = [length_cm, width_cm / 2.5, height_cm]
  const tall = Math.max(40, h + w)
  const x = 18
  return (
    <svg
      className={styles.picture}
      viewBox={`0 ${98 - tall} ${Math.max(40, x + l + w + 2)} ${tall + 4}`}
      aria-hidden="true"
    >
      <path d={bottle} />
      <path d={`M${x} 100v${-h}h${l}v${h}z`} />
      <path d={`M${x} ${100 - h}l${w} ${-w}h${l}l${-w} ${w}zm${l} ${h}v${-h}l${w} ${-w}v${h}z`} />
    </svg>
  )
}
