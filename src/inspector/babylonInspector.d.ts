// What is used of @babylonjs/inspector. Its own 9.x typings name a package that is not published, so they do not resolve;
// tsconfig.json puts this file in their place.
import type { Scene } from "@babylonjs/core/scene.pure.js";
import type { ComponentType, ReactElement, ReactNode } from "react";

interface IDisposable {
  dispose(): void;
}

interface IObservable<T> {
  add(callback: (value: T) => void): { remove(): void } | null;
}

/** A part of the Inspector; its factory gets one service for each symbol of `consumes`. */
export interface ServiceDefinition<Services extends readonly unknown[] = readonly never[]> {
  readonly friendlyName: string;
  readonly consumes?: readonly symbol[];
  readonly factory: (...services: Services) => IDisposable | undefined;
}

export declare const SceneContextIdentity: symbol;
export declare const SceneExplorerServiceIdentity: symbol;
export declare const PropertiesServiceIdentity: symbol;
export declare const SelectionServiceIdentity: symbol;

export interface ISceneContext {
  readonly currentScene: Scene | null;
}

export interface ISceneExplorerService {
  addSection<T extends object>(section: {
    readonly displayName: string;
    readonly order?: number;
    readonly getRootEntities: () => readonly T[];
    /** Made for one item; disposed with it, if it can be. */
    readonly getEntityDisplayInfo: (entity: T) => { readonly name: string; readonly dispose?: never };
    readonly entityIcon?: ComponentType<{ entity: T }>;
    readonly getEntityAddedObservables: () => readonly IObservable<T>[];
    readonly getEntityRemovedObservables: () => readonly IObservable<T>[];
  }): IDisposable;
}

export interface IPropertiesService {
  addSection(section: {
    readonly identity: string;
    readonly order?: number;
    readonly collapseByDefault?: boolean;
  }): IDisposable;
  addSectionContent<T extends object>(content: {
    readonly key: string;
    readonly predicate: (entity: unknown) => entity is T;
    readonly content: readonly { readonly section: string; readonly component: ComponentType<{ context: T }> }[];
  }): IDisposable;
}

export interface ISelectionService {
  selectedEntity: object | null;
}

/** The open Inspector. */
export interface InspectorToken {
  readonly isDisposed: boolean;
  readonly onDisposed: IObservable<void>;
  dispose(): Promise<void>;
}

export declare function ShowInspector(scene: Scene, options: object): InspectorToken;

/** What all lines of a pane have. */
export interface LineProps {
  readonly label: string;
  readonly description?: string;
}

interface FieldProps<V> {
  readonly value: V;
  readonly onChange: (value: V) => void;
}

/** A line with a switch. */
export type SwitchLineProps = LineProps & FieldProps<boolean>;

/** A line with a list to choose from. */
export type ChoiceLineProps = LineProps &
  FieldProps<string> & { readonly options: readonly { readonly label: string; readonly value: string }[] };

/** A line with a text that cannot be edited. */
export type TextLineProps = LineProps & { readonly value: string };

/** Shows what `getValue` says and hands what a person enters to `setValue`; both must be the same functions every time. */
export declare function DerivedProperty<T extends object, V, P extends FieldProps<V>>(
  props: Omit<P, "value" | "onChange"> & {
    readonly component: ComponentType<P>;
    readonly target: T;
    readonly getValue: (target: T) => V;
    readonly setValue: (target: T, value: V) => void;
  },
): ReactElement;

/** Shows what `getValue` says, which must be the same function every time. */
export declare function ComputedProperty<T extends object, V, P extends { readonly value: V }>(
  props: Omit<P, "value"> & {
    readonly component: ComponentType<P>;
    readonly target: T;
    readonly getValue: (target: T) => V;
  },
): ReactElement;

export declare const PropertyLine: ComponentType<LineProps & { readonly children: ReactNode }>;
export declare const TextPropertyLine: ComponentType<TextLineProps>;
export declare const SwitchPropertyLine: ComponentType<SwitchLineProps>;
export declare const StringDropdownPropertyLine: ComponentType<ChoiceLineProps>;
export declare const ButtonLine: ComponentType<{
  readonly label: string;
  readonly title?: string;
  readonly disabled?: boolean;
  readonly onClick: () => unknown;
}>;
export declare const Button: ComponentType<{
  readonly label: string;
  readonly ariaLabel?: string;
  readonly onClick: () => unknown;
}>;
export declare const TextInput: ComponentType<
  FieldProps<string> & { readonly "aria-label": string; readonly validateOnlyOnBlur: boolean }
>;
