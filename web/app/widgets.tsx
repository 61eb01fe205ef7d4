/* Small parts that all screens share. */
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Key } from './i18n'
import { t } from './i18n'

/** A dialog: from the side on a wide screen, from below on a phone. Escape and a click beside it close it. */
export function Sheet({
  title,
  onClose,
  children,
  wide = false,
}: {
  title: string
  onClose: () => void
  children: ComponentChildren
  wide?: boolean
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current!
    const before = document.activeElement as HTMLElement | null
    element.showModal()
    return () => {
      element.close()
      if (before?.isConnected) before.focus()
    }
  }, [])
  const onClick = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose()
  }
  const onCancel = (event: Event) => {
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      class={wide ? 'sheet wide' : 'sheet'}
      aria-labelledby={id}
      onClick={onClick}
      onCancel={onCancel}
    >
      <div class="sheet-body">
        <header class="sheet-head">
          <h2 id={id} tabIndex={-1} autofocus>
            {title}
          </h2>
          <button type="button" class="quiet icon" aria-label={t('close')} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}

/** One of a few, as a row of radio buttons. */
export function Choice<T extends string | number>({
  label,
  value,
  of,
  onChange,
  name,
  note,
}: {
  label: string
  value: T
  of: { value: T; label: string; title?: string }[]
  onChange: (value: T) => void
  name: string
  note?: string
}) {
  const id = useId()
  return (
    <fieldset class="choice" aria-describedby={note ? id : undefined}>
      <legend>{label}</legend>
      <div class={of.every((option) => option.label.length === 1) ? 'segments short' : 'segments'}>
        {of.map((option) => (
          <label key={option.value} class="segment" title={option.title}>
            <input
              type="radio"
              name={name}
              value={String(option.value)}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {note ? (
        <p class="note" id={id}>
          {note}
        </p>
      ) : null}
    </fieldset>
  )
}

export function Switch({
  label,
  value,
  onChange,
  note,
  disabled = false,
}: {
  label: string
  value: boolean
  onChange: (value: boolean) => void
  note?: string
  disabled?: boolean
}) {
  const id = useId()
  return (
    <div class="switch">
      <label>
        <input
          type="checkbox"
          role="switch"
          checked={value}
          disabled={disabled}
          aria-describedby={note ? id : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {note ? (
        <p class="note" id={id}>
          {note}
        </p>
      ) : null}
    </div>
  )
}

export function Select<T extends string>({
  label,
  value,
  of,
  onChange,
  hidden = false,
}: {
  label: string
  value: T
  of: { value: T; label: string }[]
  onChange: (value: T) => void
  /** The label is only for screen readers. */
  hidden?: boolean
}) {
  return (
    <label class={hidden ? 'select bare' : 'select'}>
      <span class={hidden ? 'unseen' : ''}>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {of.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}

const icons = {
  close: 'M5 5l14 14M19 5L5 19',
  menu: 'M4 7h16M4 12h16M4 17h16',
  first: 'M18 6l-7 6 7 6M7 6v12',
  back: 'M15 6l-7 6 7 6',
  forward: 'M9 6l7 6-7 6',
  last: 'M6 6l7 6-7 6M17 6v12',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  gear: 'M4 8h9M17 8h3M4 16h3M11 16h9M15 6v4M9 14v4',
  book: 'M5 5h5a2 2 0 012 2v12a2 2 0 00-2-2H5zM19 5h-5a2 2 0 00-2 2v12a2 2 0 012-2h5z',
  check: 'M5 13l4 4L19 7',
} as const

export function Icon({ name }: { name: keyof typeof icons }) {
  return (
    <svg class="ico" viewBox="0 0 24 24" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  )
}

/* After a change of the screen the next heading takes the focus, so that a screen reader begins there; it may come late,
 * when its screen has been loaded. */
let wantsFocus = false

export function headingTakesFocus(): void {
  const heading = document.querySelector<HTMLElement>('h1[data-heading]')
  if (heading) heading.focus({ preventScroll: true })
  else wantsFocus = true
}

export function Heading({ children, unseen = false }: { children: ComponentChildren; unseen?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const title = typeof children === 'string' ? children : ''
  useEffect(() => {
    if (title) document.title = title === 'Pasch' ? title : t('title', { page: title })
  }, [title])
  useEffect(() => {
    if (wantsFocus) heading.current?.focus({ preventScroll: true })
    wantsFocus = false
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} data-heading class={unseen ? 'unseen' : ''}>
      {children}
    </h1>
  )
}

/** A button that stays in the tab order while it cannot be used, so that the focus is not lost. */
export function Action({
  off = false,
  onClick,
  ...rest
}: Omit<ButtonHTMLAttributes, 'onClick'> & { off?: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-disabled={off ? 'true' : undefined}
      onClick={() => (off ? undefined : onClick())}
      {...rest}
    />
  )
}

export function useLoaded<T>(load: () => Promise<T>, inputs: unknown[]): { value: T | null; error: string } {
  const [state, set] = useState<{ value: T | null; error: string }>({ value: null, error: '' })
  useEffect(() => {
    let current = true
    set({ value: null, error: '' })
    load().then(
      (value) => current && set({ value, error: '' }),
      (error: unknown) => current && set({ value: null, error: error instanceof Error ? error.message : String(error) })
    )
    return () => {
      current = false
    }
  }, inputs)
  return state
}

export function Loading() {
  return (
    <p class="loading" role="status">
      {t('loading')}
    </p>
  )
}

export function Trouble({ text }: { text: string }) {
  return text ? (
    <p class="trouble" role="alert">
      {text}
    </p>
  ) : null
}

export function CopyButton({ text, label }: { text: string; label: Key }) {
  const [copied, set] = useState(false)
  const onClick = async () => {
    try {
      await navigator.clipboard.writeText(text)
      set(true)
      setTimeout(() => set(false), 2000)
    } catch {
      /* no clipboard: the text stands beside the button and can be marked */
    }
  }
  return (
    <button type="button" onClick={() => void onClick()}>
      <span aria-live="polite">{copied ? t('copied') : t(label)}</span>
    </button>
  )
}

export function download(name: string, text: string, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
