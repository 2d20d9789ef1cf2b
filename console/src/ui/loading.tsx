// `<Loading />`: for a part of a page that has nothing to show yet.
export const Loading = () => (
  <p class="hint" role="status" aria-label="Loading">
    Loading…
  </p>
);
