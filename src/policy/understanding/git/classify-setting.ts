// What a setting of git can do. Only what is written down here is known: every other setting can run a program.

import { overriddenSettings } from '../guarded-environment.js';
import { words } from '../read-notation.js';

export type SettingClass =
  /** Changes how something looks, or who wrote it. */
  | 'harmless'
  /** Could run a program, if the environment did not keep it from that, or if the command that runs it did not ask. */
  | 'guarded'
  /** Names a program for talking to other repositories. */
  | 'remote'
  /** Where another repository is: `ext::…` reaches it by a program. */
  | 'address'
  /** Makes every command fetch what is missing. */
  | 'fetches'
  /** Names a file. */
  | 'path'
  | 'includes'
  | 'runs';

/** `x.*` is every setting of a section without a subsection, `x.<>.*` every one with. */
const lists: Readonly<Record<Exclude<SettingClass, 'runs'>, string>> = {
  harmless: `
    add.* advice.* am.* apply.* attr.* author.* blame.blankboundary blame.coloring blame.date blame.markignoredlines blame.markunblamablelines
    blame.showemail blame.showroot branch.autosetupmerge branch.autosetuprebase branch.sort
    branch.<>.description branch.<>.merge branch.<>.pushremote branch.<>.rebase branch.<>.remote
    branch.<>.github-pr-owner-number branch.<>.vscode-merge-base branch.<>.gh-merge-base bundle.* bundle.<>.* checkout.* clean.* clone.* color.* color.<>.* column.*
    commit.cleanup commit.gpgsign commit.status commit.verbose commitgraph.* committer.* completion.*
    core.abbrev core.alternaterefsprefixes core.autocrlf core.bare core.bigfilethreshold core.checkroundtripencoding core.checkstat core.commentchar
    core.commentstring core.commitgraph core.compression core.createobject core.deltabasecachelimit core.eol core.filemode core.filesreflocktimeout
    core.fscache core.fsmonitorhookversion core.fsync core.fsyncmethod core.fsyncobjectfiles core.hidedotfiles core.ignorecase core.ignorestat
    core.logallrefupdates core.longpaths core.loosecompression core.maxtreedepth core.multipackindex core.notesref core.packedgitlimit
    core.packedgitwindowsize core.packedrefstimeout core.precomposeunicode core.prefersymlinkrefs core.preloadindex core.protecthfs core.protectntfs
    core.quotepath core.repositoryformatversion core.restrictinheritedhandles core.safecrlf core.sharedrepository core.sparsecheckout
    core.sparsecheckoutcone core.splitindex core.symlinks core.trustctime core.unsetenvvars core.untrackedcache core.usereplacerefs
    core.warnambiguousrefs core.whitespace credential.username credential.usehttppath credential.interactive credential.<>.provider credential.<>.username credential.<>.usehttppath
    diff.algorithm diff.autorefreshindex diff.colormoved diff.colormovedws diff.context diff.dirstat diff.guitool diff.ignoresubmodules
    diff.indentheuristic diff.interhunkcontext diff.mnemonicprefix diff.noprefix diff.srcprefix diff.dstprefix diff.relative diff.renamelimit diff.renames
    diff.statgraphwidth diff.statnamewidth diff.submodule diff.suppressblankempty diff.tool diff.wordregex diff.wserrorhighlight diff.trustexitcode
    diff.<>.algorithm diff.<>.binary diff.<>.cachetextconv diff.<>.funcname diff.<>.wordregex diff.<>.xfuncname
    extensions.compatobjectformat extensions.noop extensions.objectformat extensions.preciousobjects extensions.refstorage extensions.relativeworktrees
    extensions.worktreeconfig feature.* fetch.all fetch.fsckobjects fetch.negotiationalgorithm fetch.output fetch.parallel fetch.prune fetch.prunetags
    fetch.recursesubmodules fetch.showforcedupdates fetch.unpacklimit fetch.writecommitgraph filter.<>.required
    format.attach format.cc format.coverfromdescription format.coverletter format.encodeemailheaders format.filenamemaxlength format.forceinbodyfrom
    format.from format.headers format.mboxrd format.noprefix format.notes format.numbered format.pretty format.signature format.signoff format.subjectprefix format.suffix
    format.thread format.to format.useautobase gc.aggressivedepth gc.aggressivewindow gc.auto gc.autodetach gc.autopacklimit gc.bigpackthreshold
    gc.cruftpacks gc.logexpiry gc.maxcruftsize gc.packrefs gc.rerereresolved gc.rerereunresolved
    gc.writecommitgraph github.* gitflow.* gitflow.<>.* gpg.format gpg.mintrustlevel grep.* gui.* help.autocorrect
    fsck.* http.proxy http.<>.proxy http.postbuffer http.sslverify http.version http.lowspeedlimit http.lowspeedtime http.followredirects
    i18n.* index.* init.defaultbranch init.defaultobjectformat init.defaultrefformat interactive.singlekey
    log.abbrevcommit log.date log.decorate log.diffmerges log.excludedecoration log.follow log.graphcolors log.initialdecorationset log.mailmap
    log.showroot log.showsignature lfs.repositoryformatversion lfs.locksverify lsrefs.* mailinfo.* mailmap.blob maintenance.auto maintenance.strategy maintenance.autodetach maintenance.<>.*
    merge.autostash merge.branchdesc merge.conflictstyle merge.defaulttoupstream merge.directoryrenames merge.ff merge.guitool merge.log merge.renamelimit
    merge.renames merge.renormalize merge.stat merge.suppressdest merge.tool merge.verbosity merge.verifysignatures merge.<>.name merge.<>.recursive
    mergetool.* difftool.* notes.* notes.<>.* pack.* pretty.* protocol.allow protocol.version pull.ff pull.rebase push.* rebase.* receive.* remote.pushdefault
    remote.<>.fetch remote.<>.gh-resolved remote.<>.followremotehead remote.<>.mirror remote.<>.prune remote.<>.proxy remote.<>.prunetags remote.<>.push remote.<>.skipdefaultupdate
    remote.<>.skipfetchall remote.<>.tagopt remotes.* repack.* rerere.* revert.* safe.directory showbranch.* sparse.* splitindex.* ssh.variant stash.* status.*
    submodule.active submodule.fetchjobs submodule.propagatebranches submodule.recurse submodule.<>.active submodule.<>.branch
    submodule.<>.fetchrecursesubmodules submodule.<>.ignore submodule.<>.shallow tag.* tar.umask trailer.ifexists trailer.ifmissing trailer.separators trailer.where
    trailer.<>.ifexists trailer.<>.ifmissing trailer.<>.key trailer.<>.where transfer.* user.email user.name uploadpack.allowfilter user.useconfigonly versionsort.* worktree.*`,
  guarded: `${Object.keys(overriddenSettings).join(' ').toLowerCase().replace('protocol.ext', 'protocol.<>')}
    alias.* alias.<>.* http.extraheader http.<>.extraheader pager.* difftool.<>.* mergetool.<>.* guitool.<>.* gitcvs.* gitweb.* instaweb.* imap.* sendemail.* sendemail.<>.* init.templatedir
    gc.pruneexpire gc.reflogexpire gc.reflogexpireunreachable gc.worktreepruneexpire gc.<>.*`,
  remote: `core.sshcommand core.gitproxy core.alternaterefscommand credential.helper credential.<>.helper remote.<>.receivepack remote.<>.uploadpack
    remote.<>.vcs submodule.<>.update url.<>.insteadof url.<>.pushinsteadof uploadpack.packobjectshook`,
  address: 'remote.<>.url remote.<>.pushurl submodule.<>.url',
  fetches: 'extensions.partialclone remote.<>.partialclonefilter remote.<>.promisor',
  path: `blame.ignorerevsfile commit.template core.attributesfile core.excludesfile core.worktree diff.orderfile fetch.<>.skiplist format.outputdirectory
    format.signaturefile fsck.skiplist gpg.<>.allowedsignersfile gpg.<>.revocationfile mailmap.file receive.<>.skiplist
    user.signingkey`,
  includes: 'include.path includeif.<>.path',
};

let classes: ReadonlyMap<string, SettingClass> | undefined;

/** `subsection` decides nothing but whether there is one: names are free. */
export function classifySetting(section: string, subsection: string | undefined, name: string): SettingClass {
  classes ??= new Map(
    Object.entries(lists).flatMap(([kind, list]) => words(list).map((key) => [key, kind as SettingClass])),
  );
  const group = subsection === undefined ? section : `${section}.<>`;
  return classes.get(`${group}.${name}`) ?? classes.get(`${group}.*`) ?? 'runs';
}

/** A setting as it is given to git: `section.sub.section.name`. */
export function classifyKey(key: string): SettingClass {
  const first = key.indexOf('.');
  const last = key.lastIndexOf('.');
  if (first === -1) return 'runs';
  const subsection = first === last ? undefined : key.slice(first + 1, last);
  return classifySetting(key.slice(0, first).toLowerCase(), subsection, key.slice(last + 1).toLowerCase());
}
