-- Attempts whose last check was before this version stayed open for ever.
update payment set status = 'abandoned' where next_check_at = 'infinity' and status in ('initiated', 'pending')
  and not coalesce(starts_with(failure, 'The provider reports '), false);
