const STORED = 'vidgate.notify'

/** Whether the reader asked for notifications, and the browser still allows them. */
export function mayNotify(): boolean {
  return 'Notification' in globalThis && Notification.permission === 'granted' && localStorage.getItem(STORED) === 'yes'
}

/** @returns whether they are on now: the browser may refuse */
export async function wishNotices(isOn: boolean): Promise<boolean> {
  if (isOn && 'Notification' in globalThis) await Notification.requestPermission()
  localStorage.setItem(STORED, isOn ? 'yes' : 'no')
  return mayNotify()
}

export function notify(text: string, onClick: () => void): void {
  if (!mayNotify()) return
  const notice = new Notification(text, { tag: 'vidgate' })
  notice.onclick = () => {
    focus()
    onClick()
  }
}
