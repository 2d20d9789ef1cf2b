// `/` focuses the search of the page: the first visible field with `data-search`.
const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="radio"], [type="checkbox"]), textarea, select'));

export function listenForSearchKey(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.metaKey || event.ctrlKey || event.altKey || isEditable(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    const fields = [...document.querySelectorAll<HTMLInputElement>('[data-search]')];
    const field = fields.find((each) => each.checkVisibility());
    if (!field) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}
