export const EARLIER_PASSWORD = 'a long and quiet night'

/** How earlier releases stored it: at a fifth of the cost. */
export const EARLIER_HASH =
  '$scrypt$n=16384,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$eXIaRzOv1rfk+v/+e1FZaX1AcOGKkzhuyljodvBN5DCbM9IS3fIAk0n3sS9kV947EVONYf+hYHUnzbnyEFUmXA'
