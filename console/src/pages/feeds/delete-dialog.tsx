// Asks before a feed is deleted, alone or with its products.
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { hrefOf, navigate } from '../../router.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { number } from '../../ui/format.ts';
import { useAction } from '../../use-action.ts';

interface Props {
  id: string;
  products: number;
  isOpen: boolean;
  close: () => void;
}

export const DeleteDialog = ({ isOpen, ...props }: Props) => (
  <Dialog title="Delete this feed?" isOpen={isOpen} onClose={props.close}>
    <DeleteForm {...props} />
  </Dialog>
);

function DeleteForm({ id, products, close }: Omit<Props, 'isOpen'>) {
  const [withProducts, setWithProducts] = useState(false);
  const remove = useAction(() => api.feeds.delete(id, { products: withProducts }), {
    done: withProducts ? 'The feed and its products are deleted' : 'The feed is deleted',
    onDone: () => navigate(hrefOf(['feeds']), { replace: true }),
  });
  const submit = (event: Event) => {
    event.preventDefault();
    void remove.run();
  };
  return (
    <form onSubmit={submit}>
      <p>
        It is not fetched any more, and its URL and settings are forgotten.{' '}
        {withProducts ? 'Its products are not found any more.' : 'Its products stay.'}
      </p>
      {products > 0 && (
        <label class="check">
          <input type="checkbox" checked={withProducts} onChange={() => setWithProducts(!withProducts)} />
          Delete its products, too: {number(products)}
        </label>
      )}
      <div class="dialog-actions">
        <button class="button" type="button" autofocus onClick={close}>
          Cancel
        </button>
        <button class="button danger" type="submit" disabled={remove.isBusy}>
          {remove.isBusy ? 'Deleting …' : 'Delete'}
        </button>
      </div>
    </form>
  );
}
