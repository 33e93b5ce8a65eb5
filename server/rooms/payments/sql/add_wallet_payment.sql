-- Adds an immediate wallet payment. The caller stores its outcome.
create or replace function add_wallet_payment(
  p_id uuid, p_reference text, p_person uuid, p_payable uuid, p_amount_kobo bigint, p_principal text, p_key text,
  p_without_pin_kobo bigint
) returns void language sql as $$
  insert into payment (id, reference, payable_id, person_id, provider, amount_kobo, status, paid_kobo,
      without_pin_kobo, idempotency_principal, idempotency_key, expires_at, settled_at, next_check_at)
    values (p_id, p_reference, p_payable, p_person, 'wallet', p_amount_kobo, 'succeeded', p_amount_kobo,
      p_without_pin_kobo, p_principal, p_key, now(), now(), 'infinity')
$$;
