-- The running jobs whose worker is gone, and how that shows: G07 to G09 report them, other rules
-- ask about them. An age alone is never enough where a worker could still be heard of.
WITH last_sign AS (
    SELECT worker_key, max(heartbeat_at) AS heartbeat_at, max(expires_at) AS expires_at,
           max(started_at) AS started_at
      FROM worker
     GROUP BY worker_key
),
claim AS (
    SELECT job.job_key, job.row_id, job.lease_owner AS owner,
           coalesce(job.lease_at, job.started_at) AS claimed_at,
           job.heartbeat_at, job.lease_expires_at,
           last_sign.worker_key, last_sign.started_at,
           coalesce(last_sign.heartbeat_at, last_sign.expires_at) AS sign_at,
           coalesce(last_sign.heartbeat_at < :t_ref - :lost_after_us,
                    last_sign.expires_at < :t_ref) AS is_silent,
           :t_ref - :lost_after_us AS limit_us,
           known.owners AND known.workers AS has_workers, known.is_wiped
      FROM job CROSS JOIN known
      LEFT JOIN last_sign ON last_sign.worker_key = job.lease_owner
     WHERE job.state = 'running' AND :t_ref IS NOT NULL
),
judged AS (
    SELECT *,
           CASE
           WHEN :lease_rule = 'expiry'
                THEN iif(lease_expires_at < :t_ref - :skew_us, 'expired', NULL)
           WHEN :lease_rule = 'age' THEN iif(claimed_at < limit_us, 'old', NULL)
           WHEN :lease_rule <> 'heartbeat' THEN NULL
           WHEN heartbeat_at IS NOT NULL THEN iif(heartbeat_at < limit_us, 'silent', NULL)
           WHEN NOT has_workers OR claimed_at >= limit_us THEN NULL
           WHEN is_wiped THEN 'wiped'
           WHEN owner IS NULL THEN 'unnamed'
           WHEN worker_key IS NULL THEN 'unregistered'
           WHEN is_silent THEN 'silent'
           WHEN started_at > claimed_at + :skew_us THEN 'restarted'
           END AS reason
      FROM claim
)
SELECT job_key, row_id, owner, reason,
       CASE reason
       WHEN 'wiped' THEN 'workers unknown: their table is UNLOGGED and empty, as after a crash of the server'
       WHEN 'unnamed' THEN 'nobody: no owner is stored'
       ELSE coalesce('worker ' || owner, 'a worker without a name')
       END || CASE reason
       WHEN 'silent' THEN ', whose heartbeat stopped'
       WHEN 'unregistered' THEN ', which is not registered any more'
       WHEN 'restarted' THEN ', which has started anew since'
       ELSE ''
       END AS cause,
       CASE reason
       WHEN 'expired' THEN lease_expires_at
       WHEN 'silent' THEN coalesce(heartbeat_at, sign_at)
       WHEN 'restarted' THEN started_at
       ELSE claimed_at
       END AS since_us
  FROM judged
 WHERE reason IS NOT NULL
