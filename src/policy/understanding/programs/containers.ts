import type { Program, Programs } from '../program.js';

const anything: Program = { options: '-*=anything --*=anything', operands: 'anything*' };

const run: Program = {
  order: 'first',
  does: 'runs-code network privilege',
  options: `-dit -i -t -P --rm --init --privileged --read-only -v,--volume=mount --mount=mount-fields --volumes-from=text -w,--workdir=text -e,--env=text --env-file=read -p,--publish=text --name=text -u,--user=text --network=text --net=text --entrypoint=program --pull=text --platform=text -l,--label=text
    --cap-add=text --cap-drop=text --device=path --pid=text --ipc=text --userns=text --security-opt=text -m,--memory=text --cpus=text --restart=text -h,--hostname=text --add-host=text --gpus=text --tmpfs=text --ulimit=text --cidfile=replace -a,--attach=text --detach --interactive --tty --quiet -q --shm-size=text --link=text --expose=text --dns=text --log-driver=text --group-add=text`,
  operands: 'text text*',
};

/** Containers, clusters and clouds: other machines, with other rights. */
export const containers: Programs = {
  'docker|podman|nerdctl': {
    does: 'network',
    asks: '-v',
    options:
      '-D,--debug -H,--host=host -l,--log-level=text --config=read -c,--context=text --tls --tlsverify --tlscacert=read --tlscert=read --tlskey=read',
    commands: {
      'run|create': run,
      container: {
        commands: {
          'run|create': run,
          exec: { order: 'first', does: 'runs-code inline-code privilege', ...anything },
          'ls|ps|list|inspect|logs|top|stats|port|diff': anything,
          'rm|kill|stop|prune|start|restart|cp|commit|attach|rename|update|wait|pause|unpause|export': {
            ...anything,
            does: 'destroys',
          },
        },
      },
      exec: { ...anything, order: 'first', does: 'runs-code inline-code privilege' },
      'ps|images|inspect|logs|top|stats|port|version|info|history|diff|events': anything,
      'pull|push|login|logout|search|manifest|trust': { ...anything, does: 'network' },
      'build|buildx|builder|compose|bake|scout|plugin|swarm|stack|service|node|secret|context|machine|play|kube|pod|generate|import|load':
        { ...anything, does: 'runs-code network' },
      'rm|rmi|kill|stop|prune|system|volume|network|image|restart|start|pause|unpause|cp|commit|tag|save|export|attach|rename|update|wait':
        { ...anything, does: 'destroys' },
    },
  },
  'docker-compose|podman-compose|buildah|skopeo|ctr|crictl|kind|minikube|vagrant|packer|lxc|virsh|qemu-system-x86_64|VBoxManage':
    { ...anything, does: 'runs-code network system' },
  'k9s|kustomize|helm|istioctl|argocd|flux': { ...anything, does: 'network runs-code destroys' },
  'tofu|pulumi|ansible|ansible-playbook|cdk|sam|serverless|sls|salt|chef|puppet': {
    ...anything,
    obeys: 'ansible.cfg node_modules',
    does: 'network runs-code destroys',
  },
  // They talk to other machines even when they are asked for their version.
  'kubectl|oc|terraform|gcloud|gsutil': { ...anything, does: 'network runs-code destroys', asks: '' },
  'aws|az|doctl|heroku|vercel|netlify|fly|flyctl|wrangler|firebase|supabase|railway|eksctl|linode-cli|s3cmd|op|vault|bw':
    { ...anything, does: 'network destroys' },
  'codex|gemini|copilot|claude|aider|cursor|opencode|goose|ollama|llm': { ...anything, does: 'network runs-code' },
};
