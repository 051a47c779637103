/** A machine learning backend for Label Studio, for labels on text. */
package org.gpchain.internal.server.labelstudio;
